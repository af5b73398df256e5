package org.schedlab.trace.perfetto;

/** Field numbers of Perfetto's public trace format (google/perfetto, protos/perfetto/trace), named message by message. */
final class PerfettoFields {

    static final int TRACE_PACKET = 1;

    static final int PACKET_FTRACE_EVENTS = 1;
    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE_ID = 10;
    static final int PACKET_TRACK_EVENT = 11;
    static final int PACKET_SEQUENCE_FLAGS = 13;
    static final int PACKET_SYSTEM_INFO = 45;
    static final int PACKET_TRACK_DESCRIPTOR = 60;

    static final int SYSTEM_UTSNAME = 1;
    static final int UTSNAME_SYSNAME = 1;
    static final int UTSNAME_RELEASE = 3;

    static final int BUNDLE_CPU = 1;
    static final int BUNDLE_EVENT = 2;

    static final int EVENT_TIMESTAMP = 1;
    static final int EVENT_PID = 2;
    static final int EVENT_SCHED_SWITCH = 4;
    static final int EVENT_SCHED_WAKEUP = 17;
    static final int EVENT_SCHED_WAKING = 20;
    static final int EVENT_TASK_NEWTASK = 235;

    static final int SWITCH_PREV_COMM = 1;
    static final int SWITCH_PREV_PID = 2;
    static final int SWITCH_PREV_PRIO = 3;
    static final int SWITCH_PREV_STATE = 4;
    static final int SWITCH_NEXT_COMM = 5;
    static final int SWITCH_NEXT_PID = 6;
    static final int SWITCH_NEXT_PRIO = 7;

    /** The same in sched_waking and sched_wakeup. */
    static final int WAKE_COMM = 1;

    static final int WAKE_PID = 2;
    static final int WAKE_PRIO = 3;
    static final int WAKE_SUCCESS = 4;
    static final int WAKE_TARGET_CPU = 5;

    static final int NEWTASK_PID = 1;
    static final int NEWTASK_COMM = 2;
    static final int NEWTASK_CLONE_FLAGS = 3;

    static final int TRACK_UUID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_THREAD = 4;
    static final int TRACK_PARENT_UUID = 5;
    static final int TRACK_COUNTER = 8;
    static final int PROCESS_PID = 1;
    static final int PROCESS_NAME = 6;
    static final int THREAD_PID = 1;
    static final int THREAD_TID = 2;
    static final int THREAD_NAME = 5;
    static final int COUNTER_UNIT = 3;
    static final int UNIT_COUNT = 2;

    static final int TRACK_EVENT_TYPE = 9;
    static final int TRACK_EVENT_TRACK_UUID = 11;
    static final int TRACK_EVENT_NAME = 23;
    static final int TRACK_EVENT_COUNTER_VALUE = 30;
    static final int TYPE_SLICE_BEGIN = 1;
    static final int TYPE_SLICE_END = 2;
    static final int TYPE_COUNTER = 4;

    /** The values of prev_state since 4.14. */
    static final int STATE_RUNNABLE_PREEMPTED = 0x100;

    static final int STATE_SLEEPING = 1;
    static final int STATE_DEAD = 0x10;

    /** CLONE_THREAD: the new task belongs to its parent's process. */
    static final int CLONE_THREAD = 0x10000;

    private PerfettoFields() {}
}
