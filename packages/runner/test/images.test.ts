/**
 * Which image a body gets. Verifies block.auto-pick-deterministic, block.image-lightest,
 * block.image-resolved, block.image-unknown, block.needs-pick, block.registry-reviewed,
 * block.needs-declarative.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_IMAGES, defineRunner, type ImageTemplate } from "../src/index.js";

const IMAGES: ImageTemplate[] = [
  { id: "node-media", language: "node", native: ["ffmpeg", "imagemagick"], costTier: 2 },
  { id: "node-video", language: "node", native: ["ffmpeg"], costTier: 2 },
  { id: "node-slow", language: "node", costTier: 1, coldStartMs: 900 },
  { id: "node-b", language: "node", costTier: 1, coldStartMs: 100 },
  { id: "node-a", language: "node", costTier: 1, coldStartMs: 100 },
  { id: "python", language: "python", costTier: 1 },
  { id: "all", language: "multi", native: ["weasyprint"], costTier: 5 },
];

function pick(needs: object, images = IMAGES): string | null {
  return defineRunner({ engine: "sandbox", needs }, { images }).image;
}

test("the lightest image that has everything wins", () => {
  assert.equal(pick({ native: ["ffmpeg"] }), "node-video");
  assert.equal(pick({ native: ["imagemagick", "ffmpeg"] }), "node-media");
  assert.equal(pick({ language: "node", native: ["weasyprint"] }), "all");
  assert.equal(pick({ language: "python" }), "python");
  assert.equal(pick({ language: "multi" }), "all");
});

test("when no image has everything, the lightest of the language wins", () => {
  assert.equal(pick({ native: ["ffmpeg", "weasyprint"] }), "node-a");
  assert.equal(pick({ language: "python", native: ["nothing-has-it"] }), "python");
});

test("equal weights are told apart by their ids, not by the order of the registry", () => {
  assert.equal(pick({}), "node-a");
});

test("the same needs and registry give the same image in every order of both", () => {
  const native = ["ffmpeg", "imagemagick"];
  for (let round = 0; round < 200; round++) {
    const images = IMAGES.toSorted(() => Math.random() - 0.5);
    const shuffled = native.toSorted(() => Math.random() - 0.5);
    assert.equal(pick({ native: shuffled }, images), "node-media");
    assert.equal(pick({}, images), "node-a");
  }
});

test("a named image is used as it is, and an unknown one is refused with those there are", () => {
  const host = { images: IMAGES };
  assert.equal(defineRunner({ engine: "sandbox", image: "all" }, host).image, "all");
  assert.throws(() => defineRunner({ engine: "sandbox", image: "docker.io/evil" }, host), {
    path: "runner.image",
    message: /the images are all, node-a, node-b, node-media, node-slow, node-video, python$/,
  });
});

test("no image for the language is refused with those there are", () => {
  const images = IMAGES.filter(({ language }) => language === "python");
  assert.throws(() => pick({}, images), { path: "runner.needs.language", message: /are python$/ });
});

test("a host without a registry of its own has one image a language", () => {
  for (const language of ["node", "python", "multi"] as const) {
    const { image } = defineRunner({ engine: "sandbox", needs: { language } });
    assert.ok(DEFAULT_IMAGES.some(({ id }) => id === image));
  }
});
