import { expect, test } from "vitest";
import { inSentence, withArticle } from "./sentence-words.ts";

test("the article is the one that is spoken before the word", () => {
  const words = ["Accountant", "HR Director", "IT Manager", "UX Designer", "SRE", "Recruiter", "University Lecturer"];
  expect([...words, "Underwriter", "hourly worker", "AI agent", "Uninstaller"].map(withArticle)).toEqual([
    "an Accountant",
    "an HR Director",
    "an IT Manager",
    "a UX Designer",
    "an SRE",
    "a Recruiter",
    "a University Lecturer",
    "an Underwriter",
    "an hourly worker",
    "an AI agent",
    "an Uninstaller",
  ]);
});

test("a label inside a sentence keeps its abbreviations", () => {
  const labels = ["Data pipeline", "IT operations", "SaaS integration", "AI agent", "Human resources"];
  expect(labels.map(inSentence)).toEqual([
    "data pipeline",
    "IT operations",
    "SaaS integration",
    "AI agent",
    "human resources",
  ]);
});
