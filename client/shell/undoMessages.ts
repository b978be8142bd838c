export const undoMessages = {
  done: (name: string) => `Undid the change of ${name}`,
  changed: (name: string, who: string, when: string) =>
    `${who} changed ${name} on ${when}. We kept that change.`,
  failed: (name: string, why: string) => `We couldn't undo the change of ${name}. ${why}`,
  stillDeleted: (name: string, why: string) => `We couldn't restore ${name}. ${why}`,
} as const
