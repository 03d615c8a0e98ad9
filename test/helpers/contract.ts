// What was agreed on with those who build on the service, in figures. A figure changes with the contract: with a line in
// CHANGELOG.md, for an endpoint that comes or goes is news to every client.

/** The endpoints of the specification. */
export const endpoints = { reads: 25, writes: 32, total: 57 };

/** Endpoints beside those of the specification, by operation. */
export const addedEndpoints: string[] = ['create_job', 'list_jobs', 'get_job', 'list_job_results', 'cancel_job'];

/** Beyond so many tools models choose badly among them; the specification allows no more. */
export const maxTools = 40;

/** Of those, the endpoints of which a company key must name the store: every write, and the three reads of one store. */
export const namingTheStore = endpoints.writes + 3;
