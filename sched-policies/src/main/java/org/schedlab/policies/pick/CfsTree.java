package org.schedlab.policies.pick;

/** Queued entities in the order of their vruntime, equal ones in order of arrival. */
final class CfsTree extends RbTree<CfsEntity> {

    @Override
    boolean before(CfsEntity a, CfsEntity b) {
        return a.vruntime - b.vruntime < 0;
    }

    @Override
    boolean refresh(CfsEntity node) {
        return false;
    }

    @Override
    void handOver(CfsEntity from, CfsEntity to) {}

    @Override
    void single(CfsEntity node) {}
}
