import { resources } from '#shared/areas/index.ts'
import { defineArea } from '../core/area/area.ts'
import type { Area } from '../core/area/area.ts'
import { getResources } from '../core/area/buildCalls.ts'
import { registerAreas } from '../core/area/registerAreas.ts'
import { alertChannelsArea } from './alertChannels/index.ts'
import { alertsArea } from './alerts/index.ts'
import { apiKeysArea } from './apiKeys/index.ts'
import { attributesArea } from './attributes/index.ts'
import { blueprintsArea } from './blueprints/index.ts'
import { calendarArea } from './calendar/index.ts'
import { catalogArea } from './catalog/index.ts'
import { cognitoArea } from './cognito/index.ts'
import { colorsArea } from './colors/index.ts'
import { commentsArea } from './comments/index.ts'
import { creditsArea } from './credits/index.ts'
import { dashboardArea } from './dashboard/index.ts'
import { emailArea } from './email/index.ts'
import { giftCardsArea } from './giftCards/index.ts'
import { logsArea } from './logs/index.ts'
import { membersArea } from './members/index.ts'
import { notificationsArea } from './notifications/index.ts'
import { paymentsArea } from './payments/index.ts'
import { printfulArea } from './printful/index.ts'
import { scheduledChangesArea } from './scheduledChanges/index.ts'
import { signInArea } from './signIn/index.ts'
import { sizesArea } from './sizes/index.ts'
import { ssoArea } from './sso/index.ts'
import { stickersArea } from './stickers/index.ts'
import { storesArea } from './stores/index.ts'
import { themesArea } from './themes/index.ts'
import { trainingArea } from './training/index.ts'
import { usersArea } from './users/index.ts'
import { webhooksArea } from './webhooks/index.ts'

/**
 * The areas with code of their own. Each says everything about itself in its `index.ts`. What they
 * do on a schedule is listed in `server/docs/chores.md`.
 */
const areasWithCode: readonly Area[] = [
  alertChannelsArea,
  alertsArea,
  apiKeysArea,
  attributesArea,
  blueprintsArea,
  calendarArea,
  catalogArea,
  cognitoArea,
  colorsArea,
  commentsArea,
  creditsArea,
  dashboardArea,
  emailArea,
  giftCardsArea,
  logsArea,
  membersArea,
  notificationsArea,
  paymentsArea,
  printfulArea,
  scheduledChangesArea,
  signInArea,
  sizesArea,
  ssoArea,
  stickersArea,
  storesArea,
  themesArea,
  trainingArea,
  usersArea,
  webhooksArea,
]
const resourcesWithCode = getResources(areasWithCode)

/** Plain resources, which need only their definition, table, and route. */
const plainArea = defineArea({
  name: 'plain',
  resources: resources.filter((resource) => !resourcesWithCode.includes(resource)),
})

/** All areas of the platform. */
export const areas: readonly Area[] = [...areasWithCode, plainArea]

registerAreas(areas)
