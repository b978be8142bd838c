/** Why the list of stores can't use the filter of an alert rule. */
export const storeFilterMessages = {
  savedSelection: "A saved selection isn't a filter. Choose its stores in the field Stores.",
  ignoredParam: (name: string, reason: string) =>
    `All Stores can't be filtered like this: ${name} ${reason}.`,
} as const
