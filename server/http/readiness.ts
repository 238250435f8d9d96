let ready = true

/** Whether this process accepts requests; false once it is shutting down. */
export const isReady = () => ready

/** Makes `/api/ready` fail, so that a load balancer stops sending requests here. */
export function markNotReady() {
  ready = false
}
