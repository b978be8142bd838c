import { defineArea } from '#server/platform/core/area/area.ts'
import { ownAccountCalls } from './ownAccountCalls.ts'

/** What operators see and change of their own account. */
export const accountArea = defineArea({ name: 'account', calls: ownAccountCalls })
