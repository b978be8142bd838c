/** The users who are in a group. */
export const buildGroupUsersUrl = ({ id }: { id: number }) => `/users?filter[groupIds][eq]=${id}`
