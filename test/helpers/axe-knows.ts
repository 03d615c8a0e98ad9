/** Pages, and dialogs upon them, that axe has looked at: in whichever of the files that share this process. */
export const knownToAxe = new Set<string>();
