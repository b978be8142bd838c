import type { cognitoSetup as definition } from '#shared/areas/cognito/cognitoSetup.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

type CognitoSetupSeed = Omit<ValuesOf<typeof definition>, 'clientSecret' | 'awsSecretAccessKey'>

const cognitoSetupRow: CognitoSetupSeed = {
  name: 'Members',
  region: 'eu-central-1',
  userPoolId: 'eu-central-1_Xk3Zq81Pd',
  clientId: '5m2n8v0c1b7x4z6l9k3j',
  domain: 'https://members.auth.eu-central-1.amazoncognito.com',
  callbackUrls: ['https://stores.example.com/callback'],
  logoutUrls: ['https://stores.example.com/'],
  defaultRedirectUrl: 'https://stores.example.com/callback',
  flows: ['code'],
  scopes: ['openid', 'email', 'profile'],
  accessMinutes: 60,
  idMinutes: 60,
  refreshDays: 30,
  mfa: 'optional',
  emailAttribute: 'email',
  firstNameAttribute: 'given_name',
  lastNameAttribute: 'family_name',
  groupsAttribute: 'cognito:groups',
  awsAccessKeyId: null,
}

export async function insertCognitoSetup(context: SeedContext): Promise<void> {
  await insertRecords(context, 'cognitoSetup', [cognitoSetupRow])
}
