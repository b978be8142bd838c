import { giftCardTemplates } from './giftCardTemplates.ts'

/** The parts of a template: its email, and the page that the link opens. */
export const frameParts = ['mail', 'page'] as const
export type FramePart = (typeof frameParts)[number]

/**
 * Builds the path of a frame that previews a template's part: GET for the saved template, POST for
 * unsaved form values (http.md, "Pages").
 */
export const buildGiftCardFramePath = (part: FramePart, id: number | 'new'): string =>
  `/frames/giftCardTemplates/${id}/${part}`

/**
 * Whether the page at this path can contain such frames. Only its document's headers can allow
 * that, as long as the document lives.
 */
export const canContainGiftCardFrames = (path: string): boolean => path === giftCardTemplates.path
