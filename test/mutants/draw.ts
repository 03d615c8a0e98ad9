// Which mutants there are: the same for the same seed and the same sources.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { applyEdit, type Edit, type Operator, operators, rooms } from './edit.ts';
import { findSqlEdits, isOtherSql, readColumns } from './sql.ts';
import { findTypeScriptEdits, isOtherTypeScript } from './typescript.ts';

export interface Mutant {
  number: number;
  room: string;
  file: string;
  edit: Edit;
}

type Site = Omit<Mutant, 'number'>;

const isGenerated = (file: string) => /\.d\.ts$|(^|\/)words-/.test(file);

/**
 * Draws from `root`: a room after the other, in it a kind of change, and of that kind a place. So rare kinds, such as locks,
 * are drawn as often as comparisons. What does not parse is drawn again, and so are those of `unfit`, by their key.
 */
export class Draw {
  private readonly root: string;
  private readonly seed: number;
  private readonly rooms: string[];
  private readonly texts = new Map<string, string>();
  private readonly sites = new Map<string, Map<Operator, Site[]>>();
  private readonly drawn = new Set<string>();

  constructor(root: string, seed: number, room = '') {
    this.root = root;
    this.seed = seed;
    this.rooms = Object.keys(rooms).filter((name) => !room || name === room || name.startsWith(`${room}/`));
    const schema = fs.globSync('db/schema/*.sql', { cwd: root }).sort();
    const columns = readColumns(schema.map((file) => this.textOf(file)).join('\n'));
    for (const name of this.rooms) {
      const files = fs.globSync(rooms[name]!, { cwd: root }).sort();
      const sites = files
        .filter((file) => !isGenerated(file))
        .flatMap((file) => {
          const text = this.textOf(file);
          const edits = file.endsWith('.sql')
            ? findSqlEdits(text, path.basename(file, '.sql'), columns)
            : findTypeScriptEdits(text);
          return edits.map((edit) => ({ room: name, file, edit }));
        });
      this.sites.set(
        name,
        Map.groupBy(sites, ({ edit }) => edit.operator),
      );
    }
  }

  textOf(file: string): string {
    const text = this.texts.get(file) ?? fs.readFileSync(path.join(this.root, file), 'utf8');
    this.texts.set(file, text);
    return text;
  }

  /** Of the file as it is: what was found of it is no longer so when the file has changed. */
  keyOf({ file, edit }: Site): string {
    const digest = createHash('sha256').update(this.textOf(file)).digest('hex').slice(0, 12);
    return `${file}@${digest}:${edit.start}-${edit.end}:${edit.text}`;
  }

  /** The mutant of that number; numbers are asked for in turn, from 1. */
  draw(number: number, unfit: (key: string) => boolean = () => false): Mutant {
    const sites = this.sites.get(this.rooms[(number - 1) % this.rooms.length]!)!;
    const kinds = (Object.keys(operators) as Operator[]).filter((kind) => sites.has(kind));
    for (let attempt = 1; attempt <= 1000; attempt++) {
      const of = sites.get(kinds[this.chance(number, attempt, 'kind') % kinds.length]!)!;
      const site = of[this.chance(number, attempt, 'place') % of.length]!;
      const key = this.keyOf(site);
      if (this.drawn.has(key) || unfit(key)) continue;
      const before = this.textOf(site.file);
      const after = applyEdit(before, site.edit);
      if (!(site.file.endsWith('.sql') ? isOtherSql : isOtherTypeScript)(after, before)) continue;
      this.drawn.add(key);
      return { number, ...site };
    }
    throw new Error('no more mutants are found here: ask for fewer');
  }

  private chance(...what: (string | number)[]): number {
    return createHash('sha256')
      .update([this.seed, ...what].join('/'))
      .digest()
      .readUInt32BE();
  }
}
