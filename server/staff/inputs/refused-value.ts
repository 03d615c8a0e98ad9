// A value of a scalar or an enum that is not taken, as GraphQL reports it, with its problem by key.
import { GraphQLError, type ValueNode } from 'postgraphile/graphql';
import type { Problem } from '../../problems/problem.ts';

export class RefusedValue extends GraphQLError {
  readonly problem: Problem;

  constructor(problem: Problem, nodes?: ValueNode) {
    super(problem.text, { nodes });
    this.problem = problem;
  }
}
