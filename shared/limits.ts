/** Every number of the product in one place; times are in milliseconds. Source: spec.md section 9. */
export const limits = {
  notificationDelay: 3000,
  /** One with Undo after this, and not while it is pointed at or focused (screens.md, "The shell"). */
  undoDelay: 10_000,
  /** The page reloads this long after a sign-out. */
  logoutReloadDelay: 100,
  /** Below this window width (px) the side menu is collapsed. */
  narrowWindow: 720,
  /** Scroll areas take the height of the screen after this. */
  scrollHeightDelay: 100,
  /** Distance between a tooltip and what it explains (px). */
  tooltipOffset: 10,
  /** A generated password: its length and how many of it are digits and symbols. */
  password: { length: 15, digits: 4, symbols: 2 },
  pageSizes: [25, 50, 100],
  /** A count stops here, so that no table is scanned for it (screens.md, "Every list"). */
  countCap: 10_000,
  /** Records one call may create at once (paste many, generate a run). */
  createMany: 200,
  /** Records that a list's page holds chosen one by one, and those that one bulk change is made of. */
  chosenRecords: 200,
  bulkRecords: 20_000,
  bulkDeletions: 1000,
  /** Entries of a list, and other records that one refers to, unless its field says otherwise. */
  listEntries: 50,
  references: 1000,
  /** Stores that one record may name; they're changed by jobs, not as chips of a form. */
  storeReferences: 20_000,
  /** Entries and lines of a text that a form is read for: above every limit of a field, which then rejects them. */
  formEntries: 5000,
  /** Characters of the reason that a change of a store's status is given. */
  statusReason: 200,
  /** A store that is deleted is kept for so many days, and can be restored (screens.md, Store details). */
  deletionHoldDays: 30,
  /** Bytes of an upload, and of captions, which are read whole. */
  fileBytes: 50_000_000,
  /** Of a picture that members load with each page: a logo, a sticker, a preview. */
  pictureBytes: 2_000_000,
  importLines: 200_000,
  importColumns: 200,
  /** What a form holds beside its file. */
  fileFormBytes: 65_536,
  captionBytes: 200_000,
  /** Pixels of a picture, all frames of a moving one together, and how many frames that may have. */
  picturePixels: 40_000_000,
  pictureFrames: 300,
  /** The longer side of the small picture that stands for a large one. */
  thumbnailSide: 320,
  /** An archive: its files, bytes of one and of all unpacked, and how many times its size one may grow to. */
  archive: { entries: 2000, entryBytes: 20_000_000, bytes: 200_000_000, ratio: 100 },
} as const
