/** The code of a problem that asks the signed-in user to confirm who they are. */
export const stepUpRequired = 'step_up_required'
