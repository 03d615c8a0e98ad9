// The list of operations, and the explorer in which they open.
import { operations } from './operations.js';

const frame = () => document.querySelector('#explorer iframe');

/** Loads the explorer only once, so that its text is not lost when another view is opened. */
export function showExplorer() {
  if (!frame().getAttribute('src')) frame().src = '/admin/explorer';
}

export function openInExplorer(id) {
  frame().src = `/admin/explorer?operation=${encodeURIComponent(id)}`;
}

export function fillOperations() {
  const find = document.getElementById('find');
  find.oninput = () => list(find.value);
  list(find.value);
}

function list(term) {
  const words = term.toLowerCase().split(/\s+/);
  const matches = operations.filter(({ title, about, group, query }) => {
    const text = `${group} ${title} ${about} ${query}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(matches, ({ group }) => group);
  const sections = [...groups].map(([group, members]) => {
    const section = document.createElement('section');
    const heading = document.createElement('h2');
    heading.textContent = group;
    const items = document.createElement('ul');
    items.append(...members.map(item));
    section.append(heading, items);
    return section;
  });
  const none = document.createElement('p');
  none.textContent = 'No operation contains these words.';
  document.querySelector('#operations .list').replaceChildren(...(sections.length ? sections : [none]));
}

function item({ id, title, about, needs }) {
  const entry = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.operation = id;
  button.textContent = title;
  const text = document.createElement('p');
  text.textContent = about;
  entry.append(button, text);
  if (needs) {
    const permission = document.createElement('p');
    permission.className = 'quiet';
    permission.textContent = `Needs ${needs}`;
    entry.append(permission);
  }
  return entry;
}
