export const undoMessages = {
  done: (name: string) => `Undid the change to ${name}`,
  changed: (name: string, who: string, when: string) =>
    `Nothing was undone, because ${who} changed ${name} on ${when}.`,
  failed: (name: string, why: string) => `We couldn't undo the change to ${name}. ${why}`,
  stillDeleted: (name: string, why: string) => `We couldn't restore ${name}. ${why}`,
} as const
