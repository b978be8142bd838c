import { lazyPart } from '#client/parts.ts'

const isTab = (name: string) => (params: URLSearchParams) => params.get('tab') === name

/** Tabs in chunks of their own, each loaded along with the addresses that show it. */
export const creditsTab = lazyPart({
  source: 'client/screens/store/credits.tsx',
  isShown: isTab('credits'),
  load: () => import('./credits.tsx'),
})
export const integrationsTab = lazyPart({
  source: 'client/screens/store/integrations.tsx',
  isShown: isTab('integrations'),
  load: () => import('./integrations.tsx'),
})
