// A customer as its page asks for it.
import type { CustomerQuery } from './customer.graphql';

export type Person = NonNullable<CustomerQuery['customer']>;
