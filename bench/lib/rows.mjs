// From results to the rows of a table: cases, and what can be derived from them.

/**
 * Rows `{ id, title, unit, more, results }`: `unit` is `"ms"`, `"/s"` or `"MB"`; `more` says that a
 * larger value is the better one.
 */
export function rowsOf({ cases }) {
  const rows = [];
  for (const { id, title, kind, results } of cases) {
    const { unit, more } = UNITS[kind];
    rows.push({ id, title, unit, more, results });
    if (id === "calls-10") rows.push(...perCall(cases, results));
    if (id === "bomb")
      rows.push(aside("bomb-grew", "  memory it reached", "MB", "grewMb", results));
    if (id === "loop") {
      rows.push(aside("loop-blocked", "  host blocked for", "ms", "blockedMs", results));
    }
  }
  return rows;
}

const UNITS = {
  time: { unit: "ms", more: false },
  verdict: { unit: "ms", more: false },
  rate: { unit: "/s", more: true },
  memory: { unit: "MB", more: false },
  cold: { unit: "ms", more: false },
};

function perCall(cases, ten) {
  const one = cases.find(({ id }) => id === "calls-1")?.results;
  if (one === undefined) return [];
  const results = {};
  for (const [name, result] of Object.entries(ten)) {
    if (result.value === undefined || one[name]?.value === undefined) continue;
    results[name] = { value: Math.max(0, result.value - one[name].value) / 9 };
  }
  return [{ id: "per-call", title: "  each further call", unit: "ms", more: false, results }];
}

function aside(id, title, unit, field, results) {
  const entries = Object.entries(results).filter(([, result]) => result[field] !== undefined);
  const values = entries.map(([name, result]) => [name, { value: result[field] }]);
  return { id, title, unit, more: false, aside: true, results: Object.fromEntries(values) };
}

/** How many times better ours is than a peer's; above 1 ours is ahead. */
export function advantage(row, ours, peer) {
  const mine = row.results[ours]?.value;
  const theirs = row.results[peer]?.value;
  if (!mine || !theirs) return undefined;
  return row.more ? mine / theirs : theirs / mine;
}

/** A value in the fewest characters that say it: `32.1µs`, `1.24ms`, `12.3k`, `2.10MB`. */
export function formatValue(value, unit) {
  if (unit === "/s") return value >= 1_000 ? `${digits(value / 1_000)}k` : digits(value);
  if (unit === "MB") return value >= 1_000 ? `${digits(value / 1024)}GB` : `${digits(value)}MB`;
  if (value >= 1_000) return `${digits(value / 1_000)}s`;
  return value >= 1 ? `${digits(value)}ms` : `${digits(value * 1_000)}µs`;
}

/** The same for pages, where there is room: `32.1 µs`. */
export function formatSpaced(value, unit) {
  return formatValue(value, unit).replace(/([^\d.k]+)$/, " $1");
}

/** A ratio: `8.9×`, `120×`. */
export function formatRatio(ratio) {
  return ratio >= 10 ? `${Math.round(ratio)}×` : `${ratio.toFixed(ratio < 0.95 ? 2 : 1)}×`;
}

function digits(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** What a cell says of a contender without a value. */
export const FAILED = {
  absent: "-",
  cannot: "cannot",
  wrong: "wrong",
  crash: "crash",
  hang: "hang",
  error: "error",
};

/** Everything that was wrong or impossible, one sentence each. */
export function notesOf({ contenders, cases }) {
  const notes = [];
  for (const { name, absent, stale } of contenders) {
    if (absent !== undefined) notes.push(`${name}: ${absent}`);
    if (stale !== undefined) notes.push(`${name}: a run sees what the run before it left`);
  }
  for (const { title, results } of cases) {
    for (const [name, { failed, why, note }] of Object.entries(results)) {
      if (note !== undefined) notes.push(`${name}, ${title}: ${note}`);
      if (failed === undefined || failed === "absent") continue;
      notes.push(`${name}, ${title}: ${FAILED[failed]}: ${why}`);
    }
  }
  return notes;
}
