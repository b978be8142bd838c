import { resources } from '#shared/areas/index.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'

// The route around every page of a signed-in operator.
export { FailedPage, Frame as Component } from './Frame.tsx'
export { loadOverlayData as loader, loadRequestedOverlays } from './overlays.ts'

// Areas and parts that areas load.
export {
  giftCardTimeline,
  logsArea,
  markdownPart,
  memberGiftCard,
  membersArea,
  refundPart,
  revealPart,
  signInProvidersPart,
  storeStatusPart,
  storeTabs,
} from './areaParts.ts'
export type { LogsArea } from './areaParts.ts'
export { storeFixPart } from '../integrations/fix/storeFixPart.ts'

// Lists and their panels.
export {
  createListScreen,
  createPlainListScreen,
  switchScreens,
} from '../list/createListScreen.tsx'
export { definePanels, getPanelHeading, loadPanelRecord } from '../list/panels/definePanels.ts'
export { createLifecyclePanel } from '../list/panels/lifecyclePanel.tsx'
export { createLinesPanel } from '../list/panels/listPanels.ts'
export { createOwnerPanel } from '../list/panels/ownerPanel.tsx'
export { RowErrors } from '../list/panels/RowErrors.tsx'
export { SettingsPanel } from '../list/panels/SettingsPanel.tsx'
export { createStateCell } from '../list/table/createStateCell.tsx'
export { RowMenu } from '../list/table/RowMenu.tsx'

// Jobs.
export { loadJob, startJob, toJobLink } from '#shared/engine/jobs/jobCalls.ts'

// Links and words for records that several areas show.
export { buildSetupUrl, buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
export { createAmountField } from '#shared/areas/giftCards/amountField.ts'
export * as stepStyles from '../form/Steps.css.ts'
export { formatIdentifierAsWords } from '#shared/format/identifiers.ts'
export { getCopyableSections, storeCopySections } from '#shared/areas/stores/storeCopySections.ts'
export { buildProviderTestPath, providerCallbackPath } from '#shared/areas/signIn/providerPaths.ts'
export { storeTabTitles } from '#shared/areas/stores/storeTabTitles.ts'
export { listenForStreamLoss, whileVisible } from '../runtime/whileVisible.ts'

// Forms.
export { getConflict } from '../form/handleForm.ts'
export { FormField } from '../form/inputs/FormField.tsx'
export { TypeToConfirmButton } from '../form/TypeToConfirmButton.tsx'
export { useEscape } from '../form/useEscape.ts'
export { useTypedValues } from '../form/useTypedValues.ts'

// What lists and stores show of integrations.
export { parseFixKey, getCheckFixUrl, sortFailedChecks } from '../integrations/fix/checkFixes.ts'
export { findNextStoreToFix } from '../integrations/fix/findNextStoreToFix.ts'
export { IntegrationStatus } from '../integrations/IntegrationStatus.tsx'
export { SectionForm } from '../integrations/SectionForm.tsx'

// Elements that several areas and parts show.
export { ColorPair } from '../ui/charts/ColorPair.tsx'
export { Badge } from '../ui/Badge.tsx'
export { Button } from '../ui/Button.tsx'
export { OptionLabel } from '../ui/inputs/AmbiguousMatches.tsx'
export { PickerFrame } from '../ui/inputs/PickerFrame.tsx'
export { Progress } from '../ui/Progress.tsx'
export { Section } from '../ui/Section.tsx'
export { StateMessage } from '../ui/StateMessage.tsx'
export { Status } from '../ui/Status.tsx'
export { Table } from '../ui/Table.tsx'
export { StoreColorContrast } from '../ui/texts/StoreColorContrast.tsx'
export { StoreStatus } from '../ui/texts/StoreStatus.tsx'
export { CopyText } from '../ui/texts/CopyText.tsx'

// Small modules that a few areas share, which would be a script of their own each.
export { buildBulkUrl } from '../list/bulk/bulkUrl.ts'
export { countRecords } from '../list/countRecords.ts'
export { accountReasonField } from '#shared/areas/users/accountFields.ts'
export { loadStoreIntegrations } from '#shared/areas/stores/storeIntegrationsCalls.ts'
export { findDefaultSmtpSetting } from '#shared/areas/email/defaultSmtpSetting.ts'
export { loadEmailText } from '#shared/areas/email/emailText.ts'
export { EmailTextSection } from '../list/emails/EmailText.tsx'
export { GuardFields } from '../form/GuardFields.tsx'
export { parseGuardForm } from '../form/parseGuardForm.ts'
export { PermissionsTable } from '../ui/PermissionsTable.tsx'
export { addPeopleLinks } from './peopleLinks.tsx'
export { signWithPasskey } from '../runtime/passkeys.ts'
export { secondFactorRequired } from '#shared/engine/secondFactor.ts'
export { factorSignInMessages } from '#shared/areas/signIn/secondFactorMessages.ts'
export { formatDevice } from '#shared/format/formatDevice.ts'
export { revealMember } from '#shared/areas/members/revealCalls.ts'
export { inviteUsers } from '#shared/areas/users/userCalls.ts'
export { hasPage } from '#shared/navigation/resourceRoute.ts'

registerResources(resources)
