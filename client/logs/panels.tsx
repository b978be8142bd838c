import '../forms.ts'
import '../people.ts'
import '../stores.ts'
import { entryPanel } from './entryPanel.tsx'
import { keepPanel } from './keepPanel.tsx'
import { verifyPanel } from './verifyPanel.tsx'

export const panels = { keep: keepPanel, entry: entryPanel, verify: verifyPanel }
