import type { JsonSchema } from "../src/types.js";

/** A tool as a real server would describe it, with an input it takes and one it refuses. */
export interface ToolFixture {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  good: unknown;
  bad: unknown;
}

const text = (description: string): JsonSchema => ({ type: "string", description });
const flag = (description: string, value = false): JsonSchema => ({
  type: "boolean",
  description,
  default: value,
});
const whole = (description: string, minimum = 0, maximum = 100): JsonSchema => ({
  type: "integer",
  description,
  minimum,
  maximum,
});
const choice = (...values: string[]): JsonSchema => ({ type: "string", enum: values });
const list = (items: JsonSchema, more: object = {}): JsonSchema => ({
  type: "array",
  items,
  ...more,
});
const maybe = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: "null" }],
  default: null,
});
const object = (
  properties: Record<string, JsonSchema>,
  required: string[] = [],
  more: object = {},
): JsonSchema => ({
  type: "object",
  properties,
  required,
  ...more,
});
const closed = { additionalProperties: false };
const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", ...closed };
const repository = { owner: text("Repository owner"), repo: text("Repository name") };

const richText: JsonSchema = {
  $defs: {
    block: {
      oneOf: [
        object({ kind: { const: "paragraph" }, text: text("Text") }, ["kind", "text"], closed),
        object(
          { kind: { const: "list" }, items: list({ $ref: "#/$defs/block" }) },
          ["kind", "items"],
          closed,
        ),
      ],
    },
  },
  type: "object",
  properties: {
    page_id: { type: "string", format: "uuid" },
    children: list({ $ref: "#/$defs/block" }, { maxItems: 100 }),
  },
  required: ["page_id", "children"],
};

const filter: JsonSchema = {
  $defs: {
    Filter: {
      anyOf: [
        object(
          { field: text("Column"), op: choice("=", "!=", "<", ">"), value: {} },
          ["field", "op", "value"],
          closed,
        ),
        object({ and: list({ $ref: "#/$defs/Filter" }, { minItems: 1 }) }, ["and"], closed),
        object({ not: { $ref: "#/$defs/Filter" } }, ["not"], closed),
      ],
    },
  },
  type: "object",
  properties: {
    table: text("Table"),
    where: { $ref: "#/$defs/Filter" },
    limit: whole("Rows", 1, 1000),
  },
  required: ["table"],
};

export const TOOL_FIXTURES: readonly ToolFixture[] = [
  // Code hosting
  {
    name: "create_issue",
    description: "Create a new issue in a repository",
    inputSchema: object(
      {
        ...repository,
        title: text("Issue title"),
        body: text("Issue body"),
        labels: list({ type: "string" }),
        assignees: list({ type: "string" }),
        milestone: { type: "number" },
      },
      ["owner", "repo", "title"],
      draft7,
    ),
    good: { owner: "a", repo: "b", title: "c", labels: ["bug"] },
    bad: { owner: "a", repo: "b", titel: "c" },
  },
  {
    name: "list_issues",
    description: "List issues with filters",
    inputSchema: object(
      {
        ...repository,
        state: choice("open", "closed", "all"),
        sort: choice("created", "updated", "comments"),
        since: { type: "string", format: "date-time" },
        per_page: whole("Page size", 1),
        page: whole("Page", 1, 9999),
      },
      ["owner", "repo"],
    ),
    outputSchema: list(
      object(
        {
          number: { type: "integer" },
          title: text("Title"),
          user: maybe(object({ login: text("Login") }, ["login"])),
        },
        ["number", "title"],
      ),
    ),
    good: { owner: "a", repo: "b", state: "all", per_page: 30 },
    bad: { owner: "a", repo: "b", state: "any", per_page: 500 },
  },
  {
    name: "push_files",
    description: "Push several files in one commit",
    inputSchema: object(
      {
        ...repository,
        branch: text("Branch"),
        files: list(
          object({ path: text("Path"), content: text("Content") }, ["path", "content"], closed),
          { minItems: 1 },
        ),
        message: text("Commit message"),
      },
      ["owner", "repo", "branch", "files", "message"],
    ),
    good: {
      owner: "a",
      repo: "b",
      branch: "main",
      files: [{ path: "x", content: "" }],
      message: "m",
    },
    bad: { owner: "a", repo: "b", branch: "main", files: [], message: "m" },
  },
  {
    name: "create_pull_request_review",
    description: "Review a pull request",
    inputSchema: object(
      {
        ...repository,
        pull_number: { type: "number" },
        event: choice("APPROVE", "REQUEST_CHANGES", "COMMENT"),
        comments: list({
          anyOf: [
            object({ path: text("Path"), position: { type: "number" }, body: text("Body") }, [
              "path",
              "position",
              "body",
            ]),
            object({ path: text("Path"), line: { type: "number" }, body: text("Body") }, [
              "path",
              "line",
              "body",
            ]),
          ],
        }),
      },
      ["owner", "repo", "pull_number", "event"],
    ),
    good: {
      owner: "a",
      repo: "b",
      pull_number: 1,
      event: "COMMENT",
      comments: [{ path: "x", line: 3, body: "?" }],
    },
    bad: {
      owner: "a",
      repo: "b",
      pull_number: 1,
      event: "COMMENT",
      comments: [{ path: "x", body: "?" }],
    },
  },
  {
    name: "search_code",
    description: "Search code",
    inputSchema: object(
      {
        q: { type: "string", minLength: 1, maxLength: 256 },
        order: choice("asc", "desc"),
        per_page: whole("Page size", 1),
      },
      ["q"],
    ),
    good: { q: "addClass in:file" },
    bad: { q: "" },
  },
  {
    name: "get_file_contents",
    description: "Get a file or directory",
    inputSchema: object(
      { ...repository, path: text("Path"), ref: maybe(text("Branch, tag or commit")) },
      ["owner", "repo", "path"],
    ),
    outputSchema: {
      oneOf: [
        object({ type: { const: "file" }, content: text("Base64") }, ["type", "content"]),
        object({ type: { const: "dir" }, entries: list({ type: "string" }) }, ["type", "entries"]),
      ],
    },
    good: { owner: "a", repo: "b", path: "/", ref: null },
    bad: { owner: "a", repo: "b", path: "/", ref: 7 },
  },
  // Files
  {
    name: "read_text_file",
    description: "Read a file as text",
    inputSchema: object(
      {
        path: text("Path"),
        tail: { type: "number", description: "Last N lines" },
        head: { type: "number", description: "First N lines" },
      },
      ["path"],
      draft7,
    ),
    outputSchema: object({ content: text("Content") }, ["content"], closed),
    good: { path: "/a", head: 3 },
    bad: { path: 1 },
  },
  {
    name: "read_multiple_files",
    description: "Read several files",
    inputSchema: object({ paths: list({ type: "string" }, { minItems: 1 }) }, ["paths"], draft7),
    good: { paths: ["/a"] },
    bad: { paths: [] },
  },
  {
    name: "edit_file",
    description: "Edit lines of a file",
    inputSchema: object(
      {
        path: text("Path"),
        edits: list(
          object(
            { oldText: text("Text to find"), newText: text("Replacement") },
            ["oldText", "newText"],
            closed,
          ),
        ),
        dryRun: flag("Preview only"),
      },
      ["path", "edits"],
      draft7,
    ),
    good: { path: "/a", edits: [{ oldText: "a", newText: "b" }] },
    bad: { path: "/a", edits: [{ oldText: "a" }] },
  },
  {
    name: "directory_tree",
    description: "A recursive tree",
    inputSchema: object(
      { path: text("Path"), excludePatterns: { ...Object(list({ type: "string" })), default: [] } },
      ["path"],
      draft7,
    ),
    outputSchema: {
      type: "array",
      items: { $ref: "#/definitions/entry" },
      definitions: {
        entry: object(
          {
            name: text("Name"),
            type: choice("file", "directory"),
            children: list({ $ref: "#/definitions/entry" }),
          },
          ["name", "type"],
        ),
      },
    },
    good: { path: "/" },
    bad: {},
  },
  {
    name: "move_file",
    description: "Move or rename",
    inputSchema: object(
      { source: text("From"), destination: text("To") },
      ["source", "destination"],
      draft7,
    ),
    good: { source: "a", destination: "b" },
    bad: { source: "a", target: "b" },
  },
  {
    name: "list_allowed_directories",
    description: "Directories this server may use",
    inputSchema: object({}, [], draft7),
    good: {},
    bad: { all: true },
  },
  // Chat
  {
    name: "slack_post_message",
    description: "Post a message",
    inputSchema: object(
      {
        channel_id: { type: "string", pattern: "^[CDG][A-Z0-9]+$" },
        text: { type: "string", maxLength: 40_000 },
      },
      ["channel_id", "text"],
    ),
    good: { channel_id: "C012", text: "hi" },
    bad: { channel_id: "general", text: "hi" },
  },
  {
    name: "slack_reply_to_thread",
    description: "Reply in a thread",
    inputSchema: object(
      {
        channel_id: text("Channel"),
        thread_ts: {
          type: "string",
          pattern: "^\\d{10}\\.\\d{6}$",
          examples: ["1234567890.123456"],
        },
        text: text("Text"),
      },
      ["channel_id", "thread_ts", "text"],
    ),
    good: { channel_id: "C", thread_ts: "1234567890.123456", text: "x" },
    bad: { channel_id: "C", thread_ts: "1234567890123456", text: "x" },
  },
  {
    name: "slack_add_reaction",
    description: "Add a reaction",
    inputSchema: object(
      {
        channel_id: text("Channel"),
        timestamp: text("Message"),
        reaction: { type: "string", not: { pattern: ":" } },
      },
      ["channel_id", "timestamp", "reaction"],
    ),
    good: { channel_id: "C", timestamp: "1", reaction: "eyes" },
    bad: { channel_id: "C", timestamp: "1", reaction: ":eyes:" },
  },
  {
    name: "discord_send_embed",
    description: "Send an embed",
    inputSchema: object(
      {
        channel: text("Channel"),
        embed: object(
          {
            title: { type: "string", maxLength: 256 },
            color: whole("Colour", 0, 0xffffff),
            fields: list(
              object({ name: text("Name"), value: text("Value"), inline: flag("Inline") }, [
                "name",
                "value",
              ]),
              { maxItems: 25 },
            ),
          },
          [],
          { minProperties: 1 },
        ),
      },
      ["channel", "embed"],
    ),
    good: { channel: "1", embed: { color: 255 } },
    bad: { channel: "1", embed: {} },
  },
  // Data
  {
    name: "query",
    description: "Run a read-only SQL query",
    inputSchema: object(
      { sql: text("SQL"), params: list({ type: ["string", "number", "boolean", "null"] }) },
      ["sql"],
    ),
    outputSchema: object(
      { rows: list({ type: "object", additionalProperties: {} }), rowCount: { type: "integer" } },
      ["rows"],
    ),
    good: { sql: "select $1", params: [null, 1, "a"] },
    bad: { sql: "select $1", params: [{}] },
  },
  {
    name: "select_rows",
    description: "Select rows with a nested filter",
    inputSchema: filter,
    good: {
      table: "t",
      where: {
        and: [{ field: "a", op: "=", value: null }, { not: { field: "b", op: "<", value: 3 } }],
      },
    },
    bad: { table: "t", where: { and: [{ field: "a", op: "~", value: 1 }] } },
  },
  {
    name: "insert_rows",
    description: "Insert rows",
    inputSchema: object(
      {
        table: { type: "string", pattern: "^[a-z_][a-z0-9_]*$" },
        rows: list(
          {
            type: "object",
            additionalProperties: { type: ["string", "number", "boolean", "null"] },
          },
          { minItems: 1, maxItems: 500 },
        ),
        onConflict: choice("error", "ignore", "update"),
      },
      ["table", "rows"],
    ),
    good: { table: "users", rows: [{ id: 1, name: null }] },
    bad: { table: "Users", rows: [{ id: 1 }] },
  },
  {
    name: "redis_set",
    description: "Set a key",
    inputSchema: object(
      {
        key: text("Key"),
        value: text("Value"),
        expireSeconds: { type: "number", exclusiveMinimum: 0 },
      },
      ["key", "value"],
    ),
    good: { key: "a", value: "b", expireSeconds: 0.5 },
    bad: { key: "a", value: "b", expireSeconds: 0 },
  },
  {
    name: "vector_search",
    description: "Search by vector or by text",
    inputSchema: object(
      {
        collection: text("Collection"),
        vector: list({ type: "number" }, { minItems: 3, maxItems: 4096 }),
        text: text("Text"),
        top_k: whole("How many", 1),
      },
      ["collection"],
      { oneOf: [{ required: ["vector"] }, { required: ["text"] }] },
    ),
    good: { collection: "c", text: "x" },
    bad: { collection: "c", text: "x", vector: [1, 2, 3] },
  },
  {
    name: "create_table",
    description: "Create a table",
    inputSchema: object(
      {
        name: text("Name"),
        columns: {
          type: "object",
          minProperties: 1,
          propertyNames: { pattern: "^[a-z_]+$" },
          additionalProperties: {
            anyOf: [
              choice("text", "integer", "boolean"),
              object(
                { type: choice("text", "integer", "boolean"), nullable: flag("Nullable") },
                ["type"],
                closed,
              ),
            ],
          },
        },
      },
      ["name", "columns"],
    ),
    good: { name: "t", columns: { id: "integer", note: { type: "text", nullable: true } } },
    bad: { name: "t", columns: { Id: "integer" } },
  },
  {
    name: "time_series",
    description: "Query a time series",
    inputSchema: object(
      {
        metric: text("Metric"),
        range: {
          type: "array",
          prefixItems: [
            { type: "string", format: "date-time" },
            { type: "string", format: "date-time" },
          ],
          items: false,
          minItems: 2,
        },
        step: { type: "string", pattern: "^\\d+[smhd]$", default: "5m" },
      },
      ["metric", "range"],
    ),
    good: { metric: "cpu", range: ["a", "b"] },
    bad: { metric: "cpu", range: ["a"] },
  },
  // Browser
  {
    name: "browser_navigate",
    description: "Go to a URL",
    inputSchema: object(
      { url: { type: "string", format: "uri", description: "The URL" } },
      ["url"],
      draft7,
    ),
    good: { url: "https://example.com" },
    bad: {},
  },
  {
    name: "browser_click",
    description: "Click an element",
    inputSchema: object(
      {
        element: text("Human-readable element"),
        ref: text("Element reference"),
        button: choice("left", "right", "middle"),
        modifiers: list(choice("Alt", "Control", "Meta", "Shift"), { uniqueItems: true }),
      },
      ["element", "ref"],
      draft7,
    ),
    good: { element: "OK", ref: "e1", modifiers: ["Alt"] },
    bad: { element: "OK", ref: "e1", modifiers: ["Alt", "Alt"] },
  },
  {
    name: "browser_fill_form",
    description: "Fill several fields",
    inputSchema: object(
      {
        fields: list(
          object(
            {
              name: text("Name"),
              type: choice("textbox", "checkbox", "combobox"),
              ref: text("Reference"),
              value: { type: ["string", "boolean"] },
            },
            ["name", "type", "ref", "value"],
            closed,
          ),
        ),
      },
      ["fields"],
      draft7,
    ),
    good: { fields: [{ name: "a", type: "checkbox", ref: "e", value: true }] },
    bad: { fields: [{ name: "a", type: "radio", ref: "e", value: 1 }] },
  },
  {
    name: "browser_screenshot",
    description: "Take a screenshot",
    inputSchema: object(
      {
        fullPage: flag("Whole page"),
        element: text("Element"),
        ref: text("Reference"),
        quality: whole("JPEG quality"),
      },
      [],
      { ...draft7, dependencies: { element: ["ref"], ref: ["element"] } },
    ),
    good: { element: "a", ref: "b" },
    bad: { element: "a" },
  },
  {
    name: "browser_evaluate",
    description: "Evaluate a function",
    inputSchema: object(
      {
        function: text("() => { ... } */ with a comment end"),
        timeout: { type: "number", minimum: 0, maximum: 30_000, multipleOf: 100 },
      },
      ["function"],
    ),
    good: { function: "() => 1", timeout: 200 },
    bad: { function: "() => 1", timeout: 250.5 },
  },
  // Calendar and mail
  {
    name: "create_event",
    description: "Create a calendar event",
    inputSchema: object(
      {
        summary: text("Title"),
        start: object(
          {
            dateTime: { type: "string", format: "date-time" },
            date: { type: "string", format: "date" },
            timeZone: text("IANA zone"),
          },
          [],
          { oneOf: [{ required: ["dateTime"] }, { required: ["date"] }] },
        ),
        attendees: list(
          object({ email: { type: "string", format: "email" }, optional: flag("Optional") }, [
            "email",
          ]),
        ),
        recurrence: list({ type: "string", pattern: "^RRULE:" }),
        visibility: choice("default", "public", "private"),
      },
      ["summary", "start"],
    ),
    good: { summary: "x", start: { date: "2026-01-01" }, attendees: [{ email: "a@b.c" }] },
    bad: { summary: "x", start: { timeZone: "UTC" } },
  },
  {
    name: "find_free_time",
    description: "Find a free slot",
    inputSchema: object(
      {
        calendars: list({ type: "string" }, { minItems: 1, uniqueItems: true }),
        duration_minutes: { type: "integer", minimum: 5, multipleOf: 5 },
        window: object({ from: text("From"), to: text("To") }, ["from", "to"]),
      },
      ["calendars", "duration_minutes"],
    ),
    good: { calendars: ["a"], duration_minutes: 30 },
    bad: { calendars: ["a"], duration_minutes: 7 },
  },
  {
    name: "send_email",
    description: "Send an email",
    inputSchema: object(
      {
        to: { oneOf: [{ type: "string" }, list({ type: "string" }, { minItems: 1 })] },
        subject: text("Subject"),
        body: text("Body"),
        attachments: list(
          object(
            { filename: text("Name"), content: { type: "string", contentEncoding: "base64" } },
            ["filename", "content"],
          ),
        ),
      },
      ["to", "subject", "body"],
    ),
    good: { to: ["a@b.c"], subject: "s", body: "b" },
    bad: { to: [], subject: "s", body: "b" },
  },
  // Notes, projects, shops
  {
    name: "append_blocks",
    description: "Append rich text to a page",
    inputSchema: richText,
    good: { page_id: "1", children: [{ kind: "list", items: [{ kind: "paragraph", text: "x" }] }] },
    bad: { page_id: "1", children: [{ kind: "list", items: [{ kind: "paragraph" }] }] },
  },
  {
    name: "sequential_thinking",
    description: "Think step by step.\n\nUse this tool when:\n- planning\n- revising",
    inputSchema: object(
      {
        thought: text("Your current step"),
        nextThoughtNeeded: { type: "boolean" },
        thoughtNumber: whole("Number", 1, 1000),
        totalThoughts: whole("Estimate", 1, 1000),
        branchId: text("Branch"),
      },
      ["thought", "nextThoughtNeeded", "thoughtNumber", "totalThoughts"],
    ),
    good: { thought: "x", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 2 },
    bad: { thought: "x", nextThoughtNeeded: "no", thoughtNumber: 0, totalThoughts: 2 },
  },
  {
    name: "create_entities",
    description: "Add entities to a knowledge graph",
    inputSchema: object(
      {
        entities: list(
          object(
            {
              name: text("Name"),
              entityType: text("Type"),
              observations: list({ type: "string" }),
            },
            ["name", "entityType", "observations"],
            closed,
          ),
        ),
      },
      ["entities"],
    ),
    good: { entities: [{ name: "a", entityType: "b", observations: [] }] },
    bad: { entities: [{ name: "a", entityType: "b", observations: "c" }] },
  },
  {
    name: "update_ticket",
    description: "Update fields of a ticket",
    inputSchema: object(
      {
        key: { type: "string", pattern: "^[A-Z]+-\\d+$" },
        fields: {
          type: "object",
          properties: { summary: text("Summary"), priority: choice("Low", "High") },
          patternProperties: { "^customfield_\\d+$": {} },
          additionalProperties: false,
        },
      },
      ["key", "fields"],
    ),
    good: { key: "AB-1", fields: { customfield_1: [1], priority: "Low" } },
    bad: { key: "AB-1", fields: { customfield_x: 1 } },
  },
  {
    name: "create_payment",
    description: "Create a payment",
    inputSchema: {
      allOf: [
        object(
          {
            amount: { type: "integer", exclusiveMinimum: 0 },
            currency: { type: "string", minLength: 3, maxLength: 3 },
          },
          ["amount", "currency"],
        ),
        object(
          {
            method: {
              oneOf: [
                object({ type: { const: "card" }, token: text("Token") }, ["type", "token"]),
                object({ type: { const: "iban" }, iban: text("IBAN") }, ["type", "iban"]),
              ],
            },
          },
          ["method"],
        ),
      ],
      unevaluatedProperties: false,
    },
    good: { amount: 1, currency: "EUR", method: { type: "iban", iban: "x" } },
    bad: { amount: 1, currency: "EUR", method: { type: "iban", iban: "x" }, note: 1 },
  },
  {
    name: "get_weather",
    description: "Weather at a place",
    inputSchema: object(
      {
        location: {
          anyOf: [
            text("City"),
            object(
              {
                lat: { type: "number", minimum: -90, maximum: 90 },
                lon: { type: "number", minimum: -180, maximum: 180 },
              },
              ["lat", "lon"],
            ),
          ],
        },
        units: { const: "metric" },
      },
      ["location"],
    ),
    outputSchema: object(
      { temperature: { type: "number" }, sky: choice("clear", "cloudy", "rain") },
      ["temperature"],
    ),
    good: { location: { lat: 1, lon: 2 } },
    bad: { location: { lat: 100, lon: 2 } },
  },
  {
    name: "resize_image",
    description: "Resize an image",
    inputSchema: object(
      {
        image: { type: "string", contentMediaType: "image/png" },
        size: {
          type: "array",
          items: [{ type: "integer" }, { type: "integer" }],
          additionalItems: false,
          minItems: 2,
        },
        fit: choice("cover", "contain"),
      },
      ["image", "size"],
      draft7,
    ),
    good: { image: "", size: [1, 2] },
    bad: { image: "", size: [1, 2, 3] },
  },
  {
    name: "call_api",
    description: "Call any endpoint",
    inputSchema: object(
      {
        method: choice("GET", "POST"),
        path: text("Path"),
        headers: { type: "object", additionalProperties: { type: "string" } },
        body: true,
      },
      ["method", "path"],
      Object.fromEntries([
        ["if", { properties: { method: { const: "POST" } } }],
        // biome-ignore lint/suspicious/noThenProperty: the keyword
        ["then", { required: ["body"] }],
      ]),
    ),
    good: { method: "POST", path: "/", body: [] },
    bad: { method: "POST", path: "/" },
  },
  {
    name: "translate",
    description: "Translate a text",
    inputSchema: object(
      {
        text: { type: "string", minLength: 1, maxLength: 5000 },
        target: { type: "string", title: "Target language", enum: ["de", "en", "es", "fr", "ja"] },
        glossary: { type: "object", additionalProperties: { type: "string" }, maxProperties: 50 },
      },
      ["text", "target"],
    ),
    good: { text: "a", target: "de", glossary: { a: "b" } },
    bad: { text: "a", target: "xx" },
  },
];
