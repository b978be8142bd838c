// What the areas of integrations are made of. One chunk, because each of them imports this file.
export {
  findStoreFix,
  StoreFixBar,
  createPanelWithStoreFix,
  addFixParamsToRedirects,
} from './fix/StoreFixBar.tsx'
export { IntegrationNextStep } from './IntegrationNextStep.tsx'
export { ProviderValues } from './ProviderValues.tsx'
export { createPanelTestExtras, createSetupTestExtras } from './setupFormExtras.tsx'
export { createSetupListPanels } from './setupListPanels.tsx'
export { createIntegrationScreen, getSetupName } from './setupScreen.tsx'
export { addTestAndActivateSteps, buildTestPanelUrl } from './setupSteps.ts'
export { LastTestSignIn, TestSignInLink } from './tests/LastTestSignIn.tsx'
export { createTestPanel } from './tests/testPanel.tsx'
export { WebhookEventResult } from './WebhookEventResult.tsx'
