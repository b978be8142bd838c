/** Every number of the product, with times in milliseconds. Source: spec.md section 9. */
export const limits = {
  notificationDelay: 3000,
  /** With Undo; pauses while pointed at or focused (screens.md, "The shell"). */
  undoDelay: 10_000,
  /** The page reloads this long after a sign-out. */
  logoutReloadDelay: 100,
  /** Below this window width (px), the side menu is collapsed. */
  narrowWindow: 720,
  /** Delay before scroll areas take the height of the screen. */
  scrollHeightDelay: 100,
  /** Distance between a tooltip and its target (px). */
  tooltipOffset: 10,
  /** Length of a generated password, and how many of its characters are digits and symbols. */
  password: { length: 15, digits: 4, symbols: 2 },
  pageSizes: [25, 50, 100],
  /** Counts stop here, so that no count scans a whole table (screens.md, "Every list"). */
  countCap: 10_000,
  /** Columns that a list can be sorted by at the same time. */
  sortColumns: 3,
  /** Records that one call can create (paste many, generate a run). */
  createMany: 200,
  /** Records that a list's page can select one by one, and records of one bulk change. */
  chosenRecords: 200,
  bulkRecords: 20_000,
  bulkDeletions: 1000,
  /** Groups of alternatives in a list's URL, alternatives of a group, values, and IDs of a filter. */
  filterGroups: 10,
  groupFilters: 10,
  filterValues: 100,
  filterIds: 1000,
  /** Entries of a list, and references of a field, unless the field has its own limit. */
  listEntries: 50,
  references: 1000,
  /** Stores that one record can name; jobs change them, not chips of a form. */
  storeReferences: 20_000,
  /** Entries and lines read from a form: above every field's limit, so the field rejects them. */
  formEntries: 5000,
  /** Characters in the reason for a status change. */
  statusReason: 200,
  /** Characters in a comment. */
  commentLength: 2000,
  /** Days that a deleted store is kept and can be restored (screens.md, Store details). */
  deletionHoldDays: 30,
  /** Bytes of an upload; `captionBytes` is lower, because captions are read whole. */
  fileBytes: 50_000_000,
  /** Bytes of an image that members load with each page: a logo, a sticker, a preview. */
  pictureBytes: 2_000_000,
  importLines: 200_000,
  importColumns: 200,
  /** Bytes of the other fields in a form with a file. */
  fileFormBytes: 65_536,
  captionBytes: 200_000,
  /** Pixels of an image, all frames of an animation together, and the frames it can have. */
  picturePixels: 40_000_000,
  pictureFrames: 300,
  /** Longer side of the thumbnail that stands in for a large image (px). */
  thumbnailSide: 320,
  /**
   * An archive: its number of files, unpacked bytes of one file and of all, and how many times its
   * packed size a file can grow to.
   */
  archive: { entries: 2000, entryBytes: 20_000_000, bytes: 200_000_000, ratio: 100 },
} as const
