export const recordMessages = {
  secretsNeed: (permission: string) => `(its secrets also need ${permission})`,
  chooseStores: 'Choose stores that you manage.',
  allStoresNeeded: (one: string) =>
    `This ${one} is for all stores, but you manage only some. Ask an operator who manages all stores.`,
  recordsBody: 'The body must have a "records" list.',
  manyRecords: (most: number) => `Send 1 to ${most} records per call.`,
  nothingCreated: (wrong: number, all: number) =>
    `${wrong} of ${all} records aren't valid, so nothing was created.`,
  otherStores: (one: string) =>
    `This ${one} is also for stores that you don't manage. Ask an operator who manages all of its stores.`,
  affectsAll: (many: string, affected: string) =>
    `Changes to ${many} affect all ${affected}, but you manage only some. Ask an operator who manages all stores.`,
  notAmount: (value: string, currency: string) => `"${value}" isn't an amount in ${currency}.`,
  notDate: (value: string) => `"${value}" isn't a valid date.`,
  notCursor: '"after" isn\'t a cursor of this list in this order.',
  unknownParameter: (name: string) => `The parameter "${name}" isn't supported.`,
  onlyOnce: (name: string) => `"${name}" can be used only once.`,
  countsBody: (field: string) => `"counts" must be ${field}.`,
  noCounts: 'This list doesn\'t support "counts".',
  idsBody: (most: number) => `"ids" must be 1 to ${most} numbers, separated by commas.`,
  closestBody: '"closest" must be true, with a search and without "after".',
  notInSelection: (name: string) => `A selection can't have the parameter "${name}".`,
  orderBody: 'The body must have "ids", a list of numbers, and can have "was", another one.',
  orderIds:
    "One of these IDs is there twice, belongs elsewhere, or doesn't exist. Reload the list.",
  orderChangedBy: (who: string) => `${who} changed the order since. Reload the list.`,
  recordChangedBy: (who: string, version: number) =>
    `${who} changed this record since. Its version is now ${version}.`,
  versionBody: "If-Match must be the record's version.",
  sendVersion: "Send the record's version that your change is based on in If-Match.",
  usedBy: (users: string) => `This record is still in use: ${users}.`,
  usedElsewhere: "This record is used by stores that you don't manage.",
  alreadyRestored: 'This record was already restored, or another version of it was deleted.',
  changingSecret: (label: string) => `Changing ${label}`,
  affectsOne: 'This change affects 1 other record.',
  affectsMany: (count: number) => `This change affects ${count} other records.`,
  confirm: (what: string, param: string, token: string) =>
    `${what} To confirm, send the call again with ${param}=${token}.`,
  usedByRecords: (counted: string) => `Used by ${counted}.`,
  notObject: 'A record must be a JSON object.',
} as const
