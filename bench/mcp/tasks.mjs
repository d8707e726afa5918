// Tasks, each done both ways as a good model would: independent plain calls go out in one
// turn, and code mode looks up the tools it has not seen. A turn is the calls a model makes at once.
import { FOLDER } from "./world.mjs";

const search = (query, limit) => ({ name: "mcp_search_tools", input: { query, limit } });
const program = (code) => ({ name: "mcp_execute_code", input: { code } });
const range = (count) => Array.from({ length: count }, (_, index) => index);

const sources = range(20).map((file) => `${FOLDER}/src/part-${file}.js`);
const people = range(10).map((person) => `${FOLDER}/people/person-${person}.txt`);

/** What a model has read and then writes down again, word for word. */
const entityOf = (text, person) => ({
  name: `Person ${person}`,
  entityType: "person",
  observations: text.trim().split("\n").slice(1),
});

export const TASKS = [
  {
    title: "Count the TODOs in 20 files",
    plain: [
      () => [{ name: "files__list_directory", input: { path: `${FOLDER}/src` } }],
      () => [{ name: "files__read_multiple_files", input: { paths: sources } }],
    ],
    code: [
      () => [search("list directory, read files", 4)],
      () => [
        program(`const dir = "${FOLDER}/src";
const { content: [{ text }] } = await files.list_directory({ path: dir });
const names = text.split("\\n").map((line) => line.replace("[FILE] ", ""));
const all = await Promise.all(names.map((name) => files.read_text_file({ path: dir + "/" + name })));
all.reduce((sum, { content }) => sum + content[0].text.split("TODO").length - 1, 0)`),
      ],
    ],
    answered: /^42$/,
  },
  {
    title: "Copy 10 files into the knowledge graph, then find the green team",
    plain: [
      () => [{ name: "files__list_directory", input: { path: `${FOLDER}/people` } }],
      () => people.map((path) => ({ name: "files__read_text_file", input: { path } })),
      (read) => [{ name: "memory__create_entities", input: { entities: read.map(entityOf) } }],
      () => [{ name: "memory__search_nodes", input: { query: "Team: green" } }],
    ],
    code: [
      () => [
        search("list directory, read text file", 3),
        search("create entities, search nodes", 2),
      ],
      () => [
        program(`const dir = "${FOLDER}/people";
const { content: [{ text }] } = await files.list_directory({ path: dir });
const entities = await Promise.all(text.split("\\n").map(async (line) => {
  const file = await files.read_text_file({ path: dir + "/" + line.replace("[FILE] ", "") });
  const [name, ...observations] = file.content[0].text.trim().split("\\n");
  return { name: name.replace("Name: ", ""), entityType: "person", observations };
}));
await memory.create_entities({ entities });
const found = await memory.search_nodes({ query: "Team: green" });
found.structuredContent.entities.map(({ name }) => name)`),
      ],
    ],
    answered: /Person 1.*Person 9/s,
  },
  {
    title: "Sum 12 numbers, each with the one before",
    plain: range(12).map((step) => () => [
      { name: "everything__get_sum", input: { a: (step * (step + 1)) / 2, b: step + 1 } },
    ]),
    code: [
      () => [search("sum of two numbers", 1)],
      () => [
        program(`let total = 0;
for (let b = 1; b <= 12; b++) {
  const { content } = await everything.get_sum({ a: total, b });
  total = Number(/is (\\d+)/.exec(content[0].text)[1]);
}
total`),
      ],
    ],
    answered: /78/,
  },
  {
    title: "Read one small file",
    plain: [() => [{ name: "files__read_text_file", input: { path: `${FOLDER}/version.txt` } }]],
    code: [
      () => [search("read text file", 1)],
      () => [
        program(`(await files.read_text_file({ path: "${FOLDER}/version.txt" })).content[0].text`),
      ],
    ],
    answered: /^4\.2\.0/,
  },
  {
    title: "Read an essay whole, to judge its style",
    plain: [() => [{ name: "files__read_text_file", input: { path: `${FOLDER}/essay.txt` } }]],
    code: [
      () => [search("read text file", 1)],
      () => [
        program(`(await files.read_text_file({ path: "${FOLDER}/essay.txt" })).content[0].text`),
      ],
    ],
    answered: /^the .*zebras/s,
  },
  {
    title: "Read one small file, where three tools are all there are",
    isSmall: true,
    plain: [() => [{ name: "files__read_text_file", input: { path: `${FOLDER}/version.txt` } }]],
    code: [
      () => [
        {
          name: "mcp_code",
          input: {
            code: `(await files.read_text_file({ path: "${FOLDER}/version.txt" })).content[0].text`,
          },
        },
      ],
    ],
    answered: /^4\.2\.0/,
  },
];
