import { addIntegrationTable } from './060_integrations.ts'

export const cognito = addIntegrationTable('cognitoSetup', {
  text: [
    'name',
    'userPoolId',
    'clientId',
    'domain?',
    'defaultRedirectUrl?',
    'emailAttribute',
    'firstNameAttribute?',
    'lastNameAttribute?',
    'groupsAttribute?',
    'awsAccessKeyId?',
  ],
  list: ['callbackUrls', 'logoutUrls', 'flows', 'scopes'],
  integer: ['accessMinutes', 'idMinutes', 'refreshDays'],
  select: ['region', 'mfa'],
  secret: ['clientSecret', 'awsSecretAccessKey'],
  unique: [['userPoolId']],
  search: ['name', 'userPoolId', 'clientId'],
})
