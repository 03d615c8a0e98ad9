// Requests whose body never arrives completely. The answer is never received, so its status is for the log only, and
// it is no error of ours.
import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';

const tooSlow = new WeakSet<IncomingMessage>();

/** The server gives this request up; see server/http/slow-bodies.ts. */
export const markTooSlow = (request: IncomingMessage): void => {
  tooSlow.add(request);
};

/** Whether its body can no longer be read to its end, also where all of it had arrived when the client left. */
export const isAborted = (request: IncomingMessage): boolean => request.destroyed && !request.readableEnded;

/** 499 is what nginx writes for a client that has left. */
export const aborted = (request: IncomingMessage): ApiError =>
  tooSlow.has(request)
    ? new ApiError(408, 'VALIDATION_ERROR', 'The request did not arrive in time.')
    : new ApiError(499, 'CLIENT_CLOSED_REQUEST', 'The connection closed before the request was complete.');
