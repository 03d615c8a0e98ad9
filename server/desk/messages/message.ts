/** One text, or one for each plural. */
export type Message = string | { one?: string; other: string };
