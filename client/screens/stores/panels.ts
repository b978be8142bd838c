export { DefaultsPanel } from './DefaultsPanel.tsx'
export { OrganisationPanel } from './OrganisationPanel.tsx'
export { OrganisationsPanel } from './OrganisationsPanel.tsx'
export { StatusPanel } from './StatusPanel.tsx'
