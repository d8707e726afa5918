// The tools that a program for GitHub's server uses, with two issues.
import { resolveProvider } from "@execbox/core";

const issues = [
  { number: 1, updated: "2025-03-04" },
  { number: 2, updated: "2026-05-06" },
];
export const provider = resolveProvider({
  name: "github",
  tools: {
    list_issues: { execute: () => ({ content: [], structuredContent: { issues } }) },
    add_label: { execute: () => ({ content: [] }) },
  },
});
