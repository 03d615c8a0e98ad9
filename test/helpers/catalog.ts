// The catalog through the staff's door: mutations by name, and pictures as a browser sends them.
import type { TestDatabase } from './database.ts';
import { drawn } from './servers/image-server.ts';
import { createShop, type TestShop } from './shop.ts';
import { type StaffAnswer, type StaffDesk, signInAs, startStaff } from './staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
type Row = any;

export type CatalogDesk = StaffDesk & {
  db: TestDatabase;
  shop: TestShop;
  storeId: string;
  /** A member of staff with catalog.manage and nothing else. */
  editor: string;
  /** A key of the store, for what REST does. */
  key: string;
  /** The row of a mutation that must succeed. */
  change(name: string, row: string, fields: string, input: object, token?: string): Promise<Row>;
  /** The answer of a mutation that may be refused. */
  attempt(name: string, input: object, token?: string): Promise<StaffAnswer>;
  /** What the activity log says of an object. */
  logged(objectId: string): Promise<Row[]>;
  /** The types of the events about an object. */
  events(objectId: string): Promise<string[]>;
  /** The id of a picture that was uploaded. */
  upload(colour?: string): Promise<string>;
};

/** A form with files, as a browser makes it. */
export function formOf(...parts: [name: string, content: Buffer | string][]): FormData {
  const form = new FormData();
  for (const [name, content] of parts) {
    if (typeof content === 'string') form.append(name, content);
    else form.append(name, new Blob([new Uint8Array(content)]), 'picture');
  }
  return form;
}

const inputOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}Input`;

/** A company and its staff, at a server of their own or at one that runs. */
export async function openCatalogDesk(db: TestDatabase, running?: StaffDesk): Promise<CatalogDesk> {
  const shop = await createShop(db.admin);
  const desk = running ?? (await startStaff(db));
  const editor = await signInAs(db, shop.companyId, ['catalog.manage']);
  const send = (token: string, name: string, selection: string, input: object) =>
    desk.send(token, `mutation ($input: ${inputOf(name)}!) { ${name}(input: $input) { ${selection} } }`, { input });
  return {
    ...desk,
    db,
    shop,
    storeId: shop.stores[0].id,
    editor,
    key: shop.storeKey.key,
    async change(name, row, fields, input, token = editor) {
      const { data, errors } = await send(token, name, `${row} { ${fields} }`, input);
      if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
      return data[name][row];
    },
    attempt: (name, input, token = editor) => send(token, name, 'clientMutationId', input),
    async logged(objectId) {
      const { rows } = await db.admin.query(
        'select action, actor_type, before, after from internal.readable_activity_log where object_id = $1 order by id',
        [objectId],
      );
      return rows;
    },
    async events(objectId) {
      const { rows } = await db.admin.query('select type from app.events where object_id = $1 order by id', [objectId]);
      return rows.map(({ type }) => type);
    },
    async upload(colour) {
      const { status, body, text } = await desk.request('POST', '//admin/uploads', {
        key: editor,
        raw: formOf(['image', await drawn('png', { colour })]),
      });
      if (status !== 201) throw new Error(text);
      return body.id;
    },
  };
}
