import type { Resource } from '#shared/engine/resource.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { messages } from '#shared/messages.ts'
import { createLinesPanel, createListScreen } from '#client/frame/index.ts'
import { sizeRunPanels } from './SizeRunPanel.tsx'

const { derivedFrom: _derivedFrom, ...enteredCode } = sizes.fields.code

/** Pasted lines must contain the code: a line with a wrong separator would be taken for a name. */
const pastedSizes: Resource = { ...sizes, fields: { ...sizes.fields, code: enteredCode } }

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export const { loader, action, Component, panels } = createListScreen(
  sizes,
  {},
  { ...sizeRunPanels, paste: createLinesPanel(pastedSizes, messages.list.paste) },
)
