import type { Call } from '#server/platform/core/http/call.ts'
import { creditCheckCall } from './creditCheckCall.ts'
import { eraseCall } from './eraseCall.ts'
import { exportCall } from './exportCall.ts'
import { invitationCall } from './invitationCall.ts'
import { overviewCall } from './overviewCall.ts'
import { signInCheckCall } from './signInCheckCall.ts'
import { signInReportCall } from './signInReport.ts'
import { suspensionCalls } from './suspensionCalls.ts'
import { timelineCall } from './timelineCall.ts'

/** The calls of a member's page. */
export const memberPageCalls: readonly Call[] = [
  overviewCall,
  timelineCall,
  ...suspensionCalls,
  signInCheckCall,
  creditCheckCall,
  signInReportCall,
  invitationCall,
  exportCall,
  eraseCall,
]
