import { comboboxPart, fileUploadPart } from './form/inputs/lazyInputs.ts'
import {
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
} from './frame/areaParts.ts'
import { overlays, stepUpPart } from './frame/overlayParts.ts'
import { storeFixPart } from './integrations/fix/storeFixPart.ts'
import { commentsPart } from './list/comments/commentsPart.ts'
import { listTools } from './list/listTools.ts'
import { flashPart } from './runtime/flashPart.ts'
import { passkeysPart } from './runtime/passkeys.ts'
import { undoPart } from './shell/undoPart.ts'

const loadOutcomes = () => import('./parts/outcomes/index.ts')

/** Tells each part how to import its module. Both sides call it before they render a page. */
export function provideLazyParts(): void {
  overlays.find.provide(() => import('./parts/palette/Palette.tsx'))
  overlays.jobs.provide(() => import('./parts/jobs/Jobs.tsx'))
  overlays.password.provide(() => import('./parts/password/ResetPasswordModal.tsx'))
  overlays.timeZone.provide(() => import('./parts/zone/TimeZoneModal.tsx'))
  stepUpPart.provide(() => import('./parts/stepUp/StepUpDialog.tsx'))
  listTools.provide(() => import('./parts/listTools.ts'))
  commentsPart.provide(() => import('./parts/comments/index.ts'))
  comboboxPart.provide(() => import('./parts/Combobox.tsx'))
  fileUploadPart.provide(() => import('./parts/FileUpload.tsx'))
  markdownPart.provide(() => import('./parts/markdown.ts'))
  passkeysPart.provide(() => import('./parts/passkeys.ts'))
  refundPart.provide(() => import('./areas/payments/refunds/refundPanels.ts'))
  revealPart.provide(() => import('./parts/reveal/revealPanels.tsx'))
  flashPart.provide(loadOutcomes)
  giftCardTimeline.provide(() => import('./areas/giftCards/CardSteps.tsx'))
  memberGiftCard.provide(() => import('./areas/members/page/GiftCardPanel.tsx'))
  storeFixPart.provide(() => import('./parts/storeFix/loadStoreFix.ts'))
  storeStatusPart.provide(() => import('./areas/stores/status/index.ts'))
  storeTabs.provide(() => import('./areas/stores/details/tabs/lazyTabs.ts'))
  undoPart.provide(loadOutcomes)
  signInProvidersPart.provide(() => import('./areas/sso/operators/SignInProviders.tsx'))
  logsArea.provide(() => import('./areas/logs/index.ts'))
  membersArea.provide(() => import('./areas/members/index.ts'))
}
