// Who is signed in, and the company's own lists that every page needs: read once after the sign-in.
import type { EnterQuery, StaffPermission } from './enter.graphql';
import { type CurrencySymbol, noSymbol, symbolFrom, t } from './i18n.ts';
import { createContext, useContext } from './view.ts';

export type Viewer = NonNullable<EnterQuery['viewer']>;
export type Store = NonNullable<EnterQuery['stores']>['nodes'][number];

export type Company = {
  viewer: Viewer;
  /** The live ones first. */
  stores: Store[];
  /** The stores to choose from; test stores say that they are some. */
  storeOptions: () => { value: string; text: string }[];
  /** The filter of a list by one store, or by all but the test stores. */
  filterBy: (storeId: string | null) => { storeId?: { equalTo: string } | { in: string[] } };
  /** Whether the signed-in person may do it: can('orders_manage'). The server decides; this hides what it would refuse. */
  can: (permission: StaffPermission) => boolean;
  /** The symbol of a store's currency, or of the only currency that the company has. */
  symbolOf: (storeId?: string | null) => CurrencySymbol;
  /** The time zone of a store. */
  zoneOf: (storeId: string | null | undefined) => string | undefined;
  reload: () => Promise<void>;
};

export function companyOf({ viewer, stores }: EnterQuery, reload: () => Promise<void>): Company {
  const nodes = (stores?.nodes ?? []).toSorted((one, other) => Number(one.isTest) - Number(other.isTest));
  const symbols = new Map(nodes.map((store) => [store.id, symbolFrom(store)]));
  const texts = new Set(nodes.map(({ currencySymbol }) => currencySymbol));
  const usual = (texts.size === 1 && symbols.get(nodes[0]!.id)) || noSymbol;
  return {
    viewer: viewer!,
    stores: nodes,
    storeOptions: () =>
      nodes.map(({ id, name, isTest }) => ({ value: id, text: isTest ? t('testStore.name', { name }) : name })),
    filterBy: (storeId) => {
      if (storeId) return { storeId: { equalTo: storeId } };
      const live = nodes.filter(({ isTest }) => !isTest).map(({ id }) => id);
      return live.length < nodes.length ? { storeId: { in: live } } : {};
    },
    can: (permission) => viewer!.permissions!.includes(permission),
    symbolOf: (storeId) => symbols.get(storeId ?? '') ?? usual,
    zoneOf: (storeId) => nodes.find(({ id }) => id === storeId)?.timezone,
    reload,
  };
}

export const CompanyContext = createContext<Company | undefined>(undefined);
export const useCompany = (): Company => useContext(CompanyContext)!;
