import { addIntegrationTable } from './060_integrations.ts'

export const printfulSetup = addIntegrationTable('printfulSetup', {
  text: ['name'],
  select: ['level', 'orderMode'],
  date: ['tokenExpiresOn?'],
  list: ['storeMap'],
  integer: ['limitPerMinute'],
  secret: ['token'],
  unique: [['name']],
  search: ['name'],
})
