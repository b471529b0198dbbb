// Adds to the reference page what needs a script: the address in commands, copy buttons and search.

/** Shows the address that the page was loaded from wherever the base URL is shown. */
function showBaseUrl() {
  const base = location.origin + document.body.dataset.base;
  for (const element of document.querySelectorAll(".base")) element.textContent = base;
}

const COPIED_MS = 2000;

function addCopyButtons() {
  for (const block of document.querySelectorAll("div.code")) {
    const pre = block.querySelector("pre");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy: ${pre.getAttribute("aria-label")}`);
    button.addEventListener("click", async () => {
      const isCopied = await copyText(pre);
      button.textContent = isCopied ? "Copied" : "Press Ctrl+C";
      announce(isCopied ? "Copied to the clipboard" : "Selected; press Ctrl+C to copy");
      setTimeout(() => {
        button.textContent = "Copy";
      }, COPIED_MS);
    });
    block.append(button);
  }
}

/** Copies the text of an element; where the clipboard is not available (plain HTTP), selects it and copies the selection. */
async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    const isCopied = document.execCommand("copy");
    if (isCopied) getSelection().removeAllRanges();
    return isCopied;
  }
}

const announcer = document.createElement("p");

/** Has screen readers read a text. */
function announce(text) {
  announcer.textContent = text;
}

function addAnnouncer() {
  announcer.className = "announcer";
  announcer.setAttribute("role", "status");
  document.body.append(announcer);
}

/** Returns the entries of the contents, each with the text that a search looks at. */
function readEntries() {
  return [...document.querySelectorAll(".contents li")].map((item) => {
    const link = item.querySelector("a");
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const names = [...section.querySelectorAll(".address code, th code, .codes code, h2, h3")];
    const guide = section.classList.contains("guide") ? section.textContent : "";
    const title = link.textContent.toLowerCase();
    const text = [title, section.id, guide, ...names.map((name) => name.textContent)].join(" ").toLowerCase();
    return { item, link, title, text };
  });
}

function addSearch() {
  const search = document.getElementById("search");
  const input = document.getElementById("query");
  const found = document.getElementById("found");
  const groups = [...document.querySelectorAll(".contents details")];
  const entries = readEntries();
  search.hidden = false;

  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = entries.filter(({ item, text }) => {
      item.hidden = !words.every((word) => text.includes(word));
      return !item.hidden;
    });
    for (const group of groups) {
      group.hidden = group.querySelector("li:not([hidden])") === null;
      if (words.length > 0) group.open = true;
    }
    found.textContent = words.length === 0 ? "" : `${matches.length} ${matches.length === 1 ? "match" : "matches"}`;
    return words.length === 0 ? [] : matches;
  };
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      filter();
    }
    if (event.key !== "Enter") return;
    const matches = filter();
    const words = input.value.toLowerCase().trim();
    const best = matches.find(({ title }) => title.includes(words)) ?? matches[0];
    if (best) best.link.click();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (getComputedStyle(search.parentElement).display === "none") location.hash = "contents";
    input.focus();
  });
}

showBaseUrl();
addAnnouncer();
addCopyButtons();
addSearch();
