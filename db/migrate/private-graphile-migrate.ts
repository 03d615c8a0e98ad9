// A private part of graphile-migrate: it keeps its connections open for some time after its work, and has no public way to
// close them. A database that is to be a template must have none.
// private: graphile-migrate 2.0.0-rc.3
export { clearAllPools } from 'graphile-migrate/dist/pgReal.js';
