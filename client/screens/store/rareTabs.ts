import '#client/storeForms.ts'
import { credits } from './credits.tsx'
import { danger } from './danger.tsx'
import { domains } from './domains.tsx'
import { duplicate } from './duplicate.tsx'

/** Parts of a store's page that are opened now and then: imported when they are (tabs.tsx). */
export const rareTabs = { domains, credits, danger, duplicate }
