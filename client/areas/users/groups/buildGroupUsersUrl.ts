/** Builds the URL of the users in a group. */
export const buildGroupUsersUrl = ({ id }: { id: number }) => `/users?filter[groupIds][eq]=${id}`
