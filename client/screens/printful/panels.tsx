import '#client/integrations.ts'
import { testPanel } from '#client/integrations/testPanel.tsx'

export const panels = { test: testPanel() }
