import { literal, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'

const ApprovalBody = type({ decision: literal('approve') })

/** Whether a decision approves a request, which needs a recent confirmation. Others don't. */
export const isApproval = ({ body }: ApiRequest): boolean => is(body, ApprovalBody)
