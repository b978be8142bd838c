import '#client/frame/forms.ts'
import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import { entryPanel } from './entryPanel.tsx'
import { keepPanel } from './keepPanel.tsx'
import { verifyPanel } from './verifyPanel.tsx'

export const panels = { keep: keepPanel, entry: entryPanel, verify: verifyPanel }
