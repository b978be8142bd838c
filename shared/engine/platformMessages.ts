import { toMidSentenceLabel } from '../format/labels.ts'

const formatPlaces = (places: readonly string[]) => new Intl.ListFormat('en').format(places)

/** Rejections that only the platform can determine. */
export const platformMessages = {
  gone: (field: string) => `${field}: this record doesn't exist, or it was deleted.`,
  otherStore: (field: string) => `${field}: this record belongs to another store`,
  immutable: (field: string) => `${field} can't be changed`,
  /** A secret must not be sent where its owner didn't intend it to go. */
  enterSecretAgain: (secret: string, places: readonly string[]) =>
    `Enter the ${toMidSentenceLabel(secret)} again, because you changed ${formatPlaces(places)}.`,
  secretDestination: (place: string, secret: string, permission: string) =>
    `${place} determines where the ${toMidSentenceLabel(secret)} is sent. To change ${place}, enter the ${toMidSentenceLabel(secret)} again, which requires the permission ${permission}.`,
  mergeItself: (one: string) => `Choose another ${one}. A record can't be merged into itself.`,
  mergeElsewhere: (parent: string) =>
    `Choose a record from the same ${toMidSentenceLabel(parent)}.`,
}
