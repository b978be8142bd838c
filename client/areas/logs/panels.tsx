import '#client/frame/forms.ts'
import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import { entryPanel } from './entryPanel.tsx'
import { retentionPanel } from './retentionPanel.tsx'
import { verifyPanel } from './verifyPanel.tsx'

export const panels = { keep: retentionPanel, entry: entryPanel, verify: verifyPanel }
