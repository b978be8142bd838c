import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { cognitoIntegration } from './cognitoIntegration.ts'
import { insertCognitoSetup } from './seed.ts'

export const cognitoArea = defineArea({
  name: 'cognito',
  resources: [cognitoSetup],
  integrations: [cognitoIntegration],
  seed: { afterStores: insertCognitoSetup },
})
