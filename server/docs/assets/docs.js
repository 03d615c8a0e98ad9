// The page's own behaviour: the menu on a phone, the search, copies of samples, and the key, which stays in this tab.
import './try.js';

const keyField = document.getElementById('key');
const keyState = document.getElementById('key-state');

async function checkKey() {
  keyState.textContent = '';
  const key = keyField.value.trim();
  sessionStorage.setItem('haat-key', key);
  if (!key) return;
  const response = await fetch('/ext/v1/me', { headers: { Authorization: `Bearer ${key}` } });
  const answer = await response.json();
  if (keyField.value.trim() !== key) return;
  keyState.textContent = response.ok ? `${answer.company.name}: ${answer.key.name}` : answer.error.message;
  keyState.classList.toggle('problem', !response.ok);
}

keyField.value = sessionStorage.getItem('haat-key') ?? '';
keyField.addEventListener('change', checkKey);
document.getElementById('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  checkKey();
});
if (keyField.value) checkKey();

const menu = document.getElementById('menu');
const menuButton = document.getElementById('menu-button');
function showMenu(isShown) {
  menu.classList.toggle('shown', isShown);
  menuButton.setAttribute('aria-expanded', String(isShown));
}
menuButton.addEventListener('click', () => showMenu(!menu.classList.contains('shown')));
menu.addEventListener('click', (event) => {
  if (event.target.closest('a')) showMenu(false);
});

const find = document.getElementById('find');
const found = document.getElementById('found');
const foundCount = document.getElementById('found-count');
const lists = document.getElementById('lists');
let loading;

/** The index comes when it is first needed. */
async function loadIndex() {
  const [{ default: MiniSearch }, answer] = await Promise.all([import('./minisearch.js'), fetch('/docs/search.json')]);
  const { options, index } = await answer.json();
  return MiniSearch.loadJS(index, options);
}

function entryOf({ path, title, page }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = title;
  if (page !== title) {
    const where = document.createElement('span');
    where.className = 'quiet';
    where.textContent = page;
    link.append(' ', where);
  }
  item.append(link);
  return item;
}

async function search() {
  const words = find.value.trim();
  lists.hidden = words !== '';
  found.hidden = words === '';
  foundCount.textContent = '';
  if (!words) return;
  loading ??= loadIndex();
  const index = await loading.catch(() => {
    loading = undefined;
  });
  // Somebody may have typed on.
  if (find.value.trim() !== words) return;
  const hits = index?.search(words).slice(0, 20) ?? [];
  found.replaceChildren(...hits.map(entryOf));
  foundCount.textContent = index ? `${hits.length} found` : 'The search could not be loaded. Try again.';
  foundCount.classList.toggle('unseen', hits.length > 0);
}

find.addEventListener('input', search);
find.addEventListener('focus', () => {
  loading ??= loadIndex();
  loading.catch(() => {});
});
find.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') found.querySelector('a')?.click();
  if (event.key === 'ArrowDown') found.querySelector('a')?.focus();
  if (event.key === 'Escape') {
    find.value = '';
    search();
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  showMenu(true);
  find.focus();
});

// The language of a sample is that of all, here and on the next page.
function showLanguage(name) {
  for (const tab of document.querySelectorAll('.tabs input')) tab.checked = tab.value === name;
}
const language = localStorage.getItem('haat-language');
if (language) showLanguage(language);
document.getElementById('main').addEventListener('change', ({ target }) => {
  if (!target.closest('.tabs')) return;
  const before = target.getBoundingClientRect().top;
  showLanguage(target.value);
  localStorage.setItem('haat-language', target.value);
  // Samples above may be longer now: what was tapped stays where it is.
  scrollBy(0, target.getBoundingClientRect().top - before);
});

// Browsers let a page copy over https and on the reader's own computer only.
if (navigator.clipboard) {
  for (const sample of document.querySelectorAll('.sample')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    sample.append(button);
  }
}
