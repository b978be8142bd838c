/** Refusals that the platform alone can tell. */
export const platformMessages = {
  gone: (field: string) => `${field}: this one does not exist, or no longer exists`,
  elsewhere: (field: string) => `${field}: this one belongs to another store`,
  fixed: (field: string) => `${field} cannot be changed`,
  /** A secret must not go where its keeper did not mean it to go. */
  anew: (secret: string, places: readonly string[]) =>
    `Give the ${secret.toLowerCase()} anew, since this changed: ${places.join(', ')}`,
  sends: (place: string, secret: string, right: string) =>
    `${place} decides where the ${secret.toLowerCase()} is sent. Whoever changes it gives that anew, which needs the permission ${right}.`,
  mergeItself: (one: string) => `Choose another ${one}: this one cannot be merged into itself`,
  mergeElsewhere: (whole: string) => `Choose one of the same ${whole.toLowerCase()}`,
}
