// The page's own behaviour: the menu on a phone, finding, and the key, which stays in this tab.
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
const groups = [...menu.querySelectorAll('.group')];
const openGroups = groups.filter((group) => !group.querySelector('ul').hidden);
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of groups) {
    let found = 0;
    for (const link of group.querySelectorAll('[data-find]')) {
      const matches = words.every((word) => link.dataset.find.includes(word));
      link.parentElement.hidden = !matches;
      if (matches) found += 1;
    }
    group.hidden = found === 0;
    group.querySelector('ul').hidden = words.length === 0 && !openGroups.includes(group);
  }
});
