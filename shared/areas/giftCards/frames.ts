import { giftCardTemplates } from './giftCardTemplates.ts'

/** What a template is shown as: its mail, and the page that its link leads to. */
export const frameParts = ['mail', 'page'] as const
export type FramePart = (typeof frameParts)[number]

/** Where the console shows a part of a template in a frame: GET as it is kept, POST as a form has it (http.md, "Pages"). */
export const buildFramePath = (part: FramePart, id: number | 'new'): string =>
  `/frames/giftCardTemplates/${id}/${part}`

/** Whether the page at this path may hold such frames; its document alone says so, for as long as it stands. */
export const canFrame = (path: string): boolean => path === giftCardTemplates.path
