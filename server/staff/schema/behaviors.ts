// Building the schema asks some ten thousand times whether a table, column or relation has a behaviour. graphile-build
// goes through its whole registry for each, to warn of names that are not registered: half of the time that a schema
// takes. Here each question is answered by the same rule, once for each text of behaviours, and without that warning.
// Its object is frozen before plugins see it, so the method is replaced where objects of its kind have it. That is a
// private part of graphile-build, which has no option for it.
// private: graphile-build 5.1.1
import 'postgraphile';

type Behavior = NonNullable<GraphileBuild.Build['behavior']>;

const known = new Map<string, Map<string, boolean | undefined>>();

function entityMatches(this: Behavior, ...[type, entity, filter]: Parameters<Behavior['entityMatches']>) {
  const text = this.getBehaviorForEntity(type, entity).behaviorString;
  const answers = known.get(text) ?? new Map<string, boolean | undefined>();
  known.set(text, answers);
  if (!answers.has(filter)) answers.set(filter, this.stringMatches(text, filter));
  return answers.get(filter);
}

export const BehaviorsPlugin: GraphileConfig.Plugin = {
  name: 'HaatBehaviorsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      init(_, build) {
        Object.assign(Object.getPrototypeOf(build.behavior), { entityMatches });
        return _;
      },
      finalize(schema) {
        known.clear();
        return schema;
      },
    },
  },
};
